package org.omnigraph.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;

/**
 * What a tool does with the shaded jar, run in a JVM of its own: the URL and the SQL are given.
 * With a third argument it leaves a second connection open, as careless programs do.
 */
public final class JarProbe {
  private JarProbe() {}

  public static void main(String[] arguments) throws Exception {
    Driver driver = DriverManager.getDriver(arguments[0]);
    System.out.println("driver " + driver.getClass().getName());
    if (arguments.length > 2) {
      DriverManager.getConnection(arguments[0]).setAutoCommit(false);
    }
    try (Connection connection = DriverManager.getConnection(arguments[0]);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(arguments[1])) {
      System.out.println("server " + connection.getMetaData().getDatabaseProductName());
      while (rows.next()) {
        System.out.println("row " + rows.getString(1) + " " + rows.getString(2));
      }
    }
  }
}
