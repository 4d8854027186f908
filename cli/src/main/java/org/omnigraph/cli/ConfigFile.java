package org.omnigraph.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.CollectionNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The options of a command in a YAML file: a mapping whose keys are the names of the options
 * without their dashes. An option that the command line has too counts there only.
 */
final class ConfigFile {
  static final String OPTION = "--config";

  private static final String NO_VALUE = " has no value; give one, or leave the line out";

  /** What belongs on the command line itself. */
  private static final List<String> NOT_IN_THE_FILE = List.of(OPTION, "--help", "--version");

  /** Names an option at the beginning of a message. */
  private static final Pattern NAMED = Pattern.compile("(--[a-z-]+)\\b.*", Pattern.DOTALL);

  private final CommandLine command;
  private final Path file;

  private ConfigFile(CommandLine command, Path file) {
    this.command = command;
    this.file = file;
  }

  /**
   * A command line, and where what its file has put there stands.
   *
   * @param words of the command line
   * @param places of the options of the file, by their names
   */
  record Expanded(List<String> words, Map<String, String> places) {
    String[] arguments() {
      return words.toArray(String[]::new);
    }

    /** The failure, which names file, line and key when its option is one of the file's. */
    ParameterException placed(ParameterException failure) {
      String message = String.valueOf(failure.getMessage());
      Matcher named = NAMED.matcher(message);
      Optional<String> option =
          failure.getArgSpec() instanceof OptionSpec known
              ? Optional.of(known.longestName())
              : Optional.of(named).filter(Matcher::matches).map(m -> m.group(1));
      return option
          .filter(places::containsKey)
          .map(
              name ->
                  new ParameterException(
                      failure.getCommandLine(),
                      places.get(name) + ": " + message.replace(name, key(name)),
                      failure))
          .orElse(failure);
    }
  }

  /**
   * The command line with what its file says put at its end; itself when it names no file or its
   * command takes none.
   *
   * @throws ParameterException when the file cannot be read, or holds what is no option
   */
  static Expanded expanded(CommandLine parser, String... arguments) {
    CommandLine command = arguments.length == 0 ? null : parser.getSubcommands().get(arguments[0]);
    List<String> words = List.of(arguments);
    if (command == null || command.getCommandSpec().findOption(OPTION) == null) {
      return new Expanded(words, Map.of());
    }
    Optional<String> file = value(words);
    if (file.isEmpty()) {
      return new Expanded(words, Map.of());
    }
    List<String> all = new ArrayList<>(words);
    Map<String, String> places = new HashMap<>();
    new ConfigFile(command, Path.of(file.get()))
        .read()
        .forEach(
            (option, given) -> {
              if (words.stream().noneMatch(word -> isOneOf(option, word))) {
                all.addAll(given.words());
                places.put(option.longestName(), given.place());
              }
            });
    return new Expanded(List.copyOf(all), places);
  }

  private static Optional<String> value(List<String> words) {
    for (int i = 1; i < words.size(); i++) {
      if (words.get(i).startsWith(OPTION + "=")) {
        return Optional.of(words.get(i).substring(OPTION.length() + 1));
      }
      if (words.get(i).equals(OPTION) && i + 1 < words.size()) {
        return Optional.of(words.get(i + 1));
      }
    }
    return Optional.empty();
  }

  private static boolean isOneOf(OptionSpec option, String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    return Arrays.asList(option.names()).contains(name);
  }

  /**
   * An option of the file.
   *
   * @param words of the command line that it stands for
   * @param place file and line
   */
  private record Given(List<String> words, String place) {}

  private Map<OptionSpec, Given> read() {
    Map<OptionSpec, Given> options = new LinkedHashMap<>();
    for (NodeTuple entry : entries()) {
      String key = scalar(entry.getKeyNode(), "a key");
      OptionSpec option = option(key, entry.getKeyNode());
      Given given = new Given(words(option, key, entry.getValueNode()), place(entry.getKeyNode()));
      if (options.put(option, given) != null) {
        throw refused(entry.getKeyNode(), "'" + key + "' is there twice");
      }
    }
    return options;
  }

  private List<NodeTuple> entries() {
    try (Reader reader = Files.newBufferedReader(file)) {
      Node root = new Yaml(new LoaderOptions()).compose(reader);
      if (root == null) {
        return List.of();
      }
      if (root instanceof MappingNode mapping) {
        return mapping.getValue();
      }
      throw refused(root, "this is no mapping; write lines like 'port: 31337'");
    } catch (IOException e) {
      throw new ParameterException(
          command, "cannot read the configuration " + file + ": " + reason(e), e);
    } catch (YAMLException e) {
      throw new ParameterException(command, file + " is not YAML: " + e.getMessage(), e);
    }
  }

  private static String reason(IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "there is no such file";
    }
    if (failure instanceof AccessDeniedException) {
      return "this process may not read it";
    }
    return failure instanceof MalformedInputException
        ? "it is not UTF-8 text"
        : String.valueOf(failure.getMessage());
  }

  private OptionSpec option(String key, Node place) {
    OptionSpec option = command.getCommandSpec().findOption("--" + key);
    if (NOT_IN_THE_FILE.contains("--" + key)) {
      throw refused(place, "'--" + key + "' belongs on the command line, not in the file");
    }
    if (option != null) {
      return option;
    }
    String nearest =
        command.getCommandSpec().options().stream()
            .map(OptionSpec::longestName)
            .filter(name -> !NOT_IN_THE_FILE.contains(name))
            .map(ConfigFile::key)
            .min(
                Comparator.comparing(
                    name -> LevenshteinDistance.getDefaultInstance().apply(key, name)))
            .orElseThrow();
    throw refused(place, "there is no option '" + key + "'; did you mean '" + nearest + "'?");
  }

  /** What an option is called in the file. */
  static String key(String longestName) {
    return longestName.replaceFirst("^--", "");
  }

  private List<String> words(OptionSpec option, String key, Node value) {
    String name = option.longestName();
    if (option.arity().max() == 0) {
      return flag(name, key, value);
    }
    if (value instanceof CollectionNode<?> many && many.getValue().isEmpty()) {
      throw refused(value, "'" + key + "'" + NO_VALUE);
    }
    if (value instanceof SequenceNode sequence && option.isMultiValue()) {
      return sequence.getValue().stream()
          .map(item -> name + "=" + scalar(item, "'" + key + "'"))
          .toList();
    }
    if (value instanceof MappingNode mapping && option.isMultiValue()) {
      return mapping.getValue().stream()
          .map(
              pair ->
                  name
                      + "="
                      + scalar(pair.getKeyNode(), "a name in '" + key + "'")
                      + "="
                      + scalar(pair.getValueNode(), "'" + key + "'"))
          .toList();
    }
    return List.of(name + "=" + scalar(value, "'" + key + "'"));
  }

  private List<String> flag(String name, String key, Node value) {
    return switch (scalar(value, "'" + key + "'")) {
      case "true" -> List.of(name);
      case "false" -> List.of();
      default -> throw refused(value, "'" + key + "' is true or false");
    };
  }

  private String scalar(@Nullable Node node, String what) {
    if (node instanceof ScalarNode text && !text.getTag().equals(Tag.NULL)) {
      return text.getValue();
    }
    throw refused(
        node, node instanceof ScalarNode ? what + NO_VALUE : what + " has to be one value");
  }

  private ParameterException refused(@Nullable Node place, String what) {
    return new ParameterException(command, place(place) + ": " + what);
  }

  private String place(@Nullable Node node) {
    return file + (node == null ? "" : " line " + (node.getStartMark().getLine() + 1));
  }
}
