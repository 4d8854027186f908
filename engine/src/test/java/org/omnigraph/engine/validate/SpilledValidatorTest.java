package org.omnigraph.engine.validate;

/** The same rules when what is known of the rows does not fit into memory. */
class SpilledValidatorTest extends ValidatorTest {
  @Override
  long stateLimit() {
    return 64;
  }
}
