package com.example.runner;

import java.util.Locale;
import org.springframework.core.convert.converter.Converter;
import org.springframework.stereotype.Component;

/** Lets an address name a program in lower case: {@code /run/hello}. */
@Component
class ProgramNames implements Converter<String, Program> {
  @Override
  public Program convert(String name) {
    return Program.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
