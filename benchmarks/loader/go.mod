// The load tool of scripts/bench, pinned; nothing of it is shipped.
module loader

go 1.19

require github.com/tsenart/vegeta/v12 v12.8.4

require (
	github.com/c2h5oh/datasize v0.0.0-20171227191756-4eba002a5eae // indirect
	github.com/influxdata/tdigest v0.0.0-20180711151920-a7d76c6f093a // indirect
	github.com/mailru/easyjson v0.7.0 // indirect
	github.com/tsenart/go-tsz v0.0.0-20180814232043-cdeb9e1e981e // indirect
	golang.org/x/net v0.0.0-20190827160401-ba9fcec4b297 // indirect
	golang.org/x/text v0.3.2 // indirect
)
