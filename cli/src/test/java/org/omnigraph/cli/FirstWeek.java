package org.omnigraph.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

/** The bundled week of flights, read line by line and counted by hand: what SQL must agree with. */
final class FirstWeek {
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, JsonNode> flights = new HashMap<>();
  private final Map<String, JsonNode> planes = new HashMap<>();
  private final Map<String, String> carriers = new HashMap<>();
  private final Map<String, String> carrierOf = new HashMap<>();
  private final Map<String, String> planeOf = new HashMap<>();
  private final Map<String, String> originOf = new HashMap<>();

  private FirstWeek() {}

  static FirstWeek read() throws IOException {
    FirstWeek week = new FirstWeek();
    ObjectMapper json = new ObjectMapper();
    try (InputStream packed =
            FirstWeek.class.getResourceAsStream("/org/omnigraph/cli/flights/first-week.jsonl.gz");
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        week.take(json.readTree(line));
      }
    }
    return week;
  }

  /** Rows by type. */
  Map<String, Integer> counts() {
    return counts;
  }

  long cancelled() {
    return flights.values().stream().filter(flight -> flight.get("cancelled").asBoolean()).count();
  }

  /** Carrier name, flights more than an hour late, their mean delay; most flights first. */
  List<Late> lateByCarrier() {
    Map<String, List<Double>> delays = new HashMap<>();
    flights.forEach(
        (key, flight) -> {
          JsonNode delay = flight.path("arr_delay");
          if (delay.isNumber() && delay.asDouble() > 60) {
            delays
                .computeIfAbsent(carriers.get(carrierOf.get(key)), name -> new ArrayList<>())
                .add(delay.asDouble());
          }
        });
    return delays.entrySet().stream()
        .map(entry -> new Late(entry.getKey(), entry.getValue().size(), mean(entry.getValue())))
        .sorted(Comparator.comparingInt(Late::flights).reversed().thenComparing(Late::carrier))
        .toList();
  }

  /** Manufacturers of the planes that leave JFK, most departures first. */
  Map<String, Integer> manufacturersFromJfk() {
    Map<String, Integer> departures = new HashMap<>();
    originOf.forEach(
        (flight, origin) -> {
          String plane = planeOf.get(flight);
          if (origin.equals("JFK") && plane != null) {
            departures.merge(planes.get(plane).path("manufacturer").asText(), 1, Integer::sum);
          }
        });
    Map<String, Integer> sorted = new LinkedHashMap<>();
    departures.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  record Late(String carrier, int flights, double mean) {}

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  private void take(JsonNode line) {
    JsonNode data = line.path("data");
    String type = line.path("type").asText(line.path("edge").asText());
    String from = line.path("from").asText();
    String to = line.path("to").asText();
    counts.merge(type, 1, Integer::sum);
    switch (type) {
      case "Flight" -> flights.put(data.get("key").asText(), data);
      case "Plane" -> planes.put(data.get("tailnum").asText(), data);
      case "Carrier" -> carriers.put(data.get("code").asText(), data.get("name").asText());
      case "OperatedBy" -> carrierOf.put(from, to);
      case "FlownBy" -> planeOf.put(from, to);
      case "DepartsFrom" -> originOf.put(from, to);
      default -> {}
    }
  }
}
