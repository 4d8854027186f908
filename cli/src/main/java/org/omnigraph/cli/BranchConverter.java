package org.omnigraph.cli;

import org.omnigraph.engine.error.InvalidRequest;
import org.omnigraph.engine.id.BranchName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a branch; a wrong one is wrong usage. */
final class BranchConverter implements ITypeConverter<BranchName> {
  @Override
  public BranchName convert(String text) {
    try {
      return BranchName.of(text);
    } catch (InvalidRequest e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
