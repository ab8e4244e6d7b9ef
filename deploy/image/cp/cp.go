// cp FILE... TARGET: the one program of the image, for init containers. TARGET is a file, or a folder, as it must be for
// several files. A target is there as a whole or not at all, and may be there from an earlier start of the pod.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) < 3 {
		fail("usage: cp FILE... TARGET")
	}
	files, target := os.Args[1:len(os.Args)-1], os.Args[len(os.Args)-1]
	info, err := os.Stat(target)
	folder := err == nil && info.IsDir()
	if len(files) > 1 && !folder {
		fail(target, "is no folder")
	}
	for _, file := range files {
		to := target
		if folder {
			to = filepath.Join(target, filepath.Base(file))
		}
		if err := replace(file, to); err != nil {
			fail(err)
		}
	}
}

func replace(file, to string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	part := to + ".part"
	os.Remove(part) // read-only, if a start was cut short
	if err := os.WriteFile(part, content, 0o444); err != nil {
		return err
	}
	return os.Rename(part, to)
}

func fail(why ...any) {
	fmt.Fprintln(os.Stderr, append([]any{"cp:"}, why...)...)
	os.Exit(1)
}
