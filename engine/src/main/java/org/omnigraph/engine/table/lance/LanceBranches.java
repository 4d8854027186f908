package org.omnigraph.engine.table.lance;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.lance.Dataset;
import org.lance.Ref;
import org.omnigraph.engine.error.Conflict;
import org.omnigraph.engine.error.GraphException;
import org.omnigraph.engine.error.ReadSetChanged;
import org.omnigraph.engine.error.StorageUnavailable;
import org.omnigraph.engine.id.BranchName;
import org.omnigraph.engine.object.StoredFiles;
import org.omnigraph.engine.table.TableBranch;
import org.omnigraph.engine.table.TableBranch.BranchIdentifier;
import org.omnigraph.engine.table.TableRef;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The branches of the datasets below one root.
 *
 * <p>A branch is a ref file beside the dataset and a tree of files below it. Lance makes the tree
 * first and the ref second; here the ref goes first and the tree second. So a tree without a ref is
 * nobody's.
 */
final class LanceBranches {
  private static final Logger LOG = LoggerFactory.getLogger(LanceBranches.class);

  private final String root;
  private final StoredFiles files;
  private final Map<String, String> storageOptions;
  private final DatasetCache datasets;

  LanceBranches(
      String root, StoredFiles files, Map<String, String> storageOptions, DatasetCache datasets) {
    this.root = root;
    this.files = files;
    this.storageOptions = storageOptions;
    this.datasets = datasets;
  }

  Optional<TableBranch> find(String path, BranchName name) {
    return refs(path).read(name);
  }

  /** Sorted by name; a branch that vanishes while they are listed is left out. */
  List<TableBranch> list(String path) {
    BranchRefs refs = refs(path);
    return refs.names().stream()
        .flatMap(name -> refs.read(name).stream())
        .sorted(Comparator.comparing(TableBranch::name))
        .toList();
  }

  TableBranch create(TableRef from, BranchName name) {
    if (find(from.path(), name).isPresent()) {
      throw new Conflict("there is a branch '" + name + "' of " + from.path() + " already");
    }
    refs(from.path()).delete(name);
    List<BranchName> live = refs(from.path()).names();
    if (tree(from.path(), name, foreign(name, live)).isDataset()) {
      throw new Conflict("there are files of a branch '" + name + "' of " + from.path());
    }
    Ref parent =
        from.branch()
            .map(branch -> Ref.ofBranch(branch.value(), from.version()))
            .orElseGet(() -> Ref.ofMain(from.version()));
    try (DatasetCache.Lease lease = datasets.lease(from);
        Dataset made = branch(lease.version().dataset(), name, parent)) {
      return find(from.path(), name).orElseThrow(() -> unwritten(from.path(), name));
    } catch (GraphException e) {
      throw e;
    } catch (Exception e) {
      throw LanceErrors.classify("making the branch '" + name + "' of " + from.path(), e);
    }
  }

  /** Lance does not go on with the options of the dataset, and takes no empty ones. */
  private Dataset branch(Dataset dataset, BranchName name, Ref parent) {
    return storageOptions.isEmpty()
        ? dataset.createBranch(name.value(), parent)
        : dataset.createBranch(name.value(), parent, storageOptions);
  }

  private StorageUnavailable unwritten(String path, BranchName name) {
    refs(path).delete(name);
    return new StorageUnavailable(
        "the branch '" + name + "' of " + path + " could not be written; is the disk full?", null);
  }

  void delete(String path, TableBranch branch) {
    Optional<TableBranch> now = find(path, branch.name());
    if (now.isEmpty()) {
      return;
    }
    requireSame(path, branch.identifier(), now.get());
    for (TableBranch other : list(path)) {
      if (other.identifier().descendsFrom(branch.identifier())) {
        throw new Conflict(
            "the branch '"
                + other.name()
                + "' of "
                + path
                + " was made from '"
                + branch.name()
                + "'; delete it first");
      }
    }
    refs(path).delete(branch.name());
    asFarAsPossible(path, branch.name(), () -> removeTree(path, branch.name()));
  }

  /** The branch is gone already; files of it that stay are nobody's. */
  private static void asFarAsPossible(String path, BranchName name, Runnable removal) {
    try {
      removal.run();
    } catch (GraphException e) {
      LOG.warn("files of the deleted branch '{}' of {} are left: {}", name, path, e.getMessage());
    }
  }

  private static void requireSame(String path, BranchIdentifier expected, TableBranch now) {
    if (!now.identifier().equals(expected)) {
      throw new ReadSetChanged(
          "branch_identifier:" + now.name() + "@" + path,
          expected.toString(),
          now.identifier().toString());
    }
  }

  void reclaim(String path, BranchName name) {
    List<BranchName> live = refs(path).names();
    if (live.contains(name)) {
      throw new Conflict("there is a branch '" + name + "' of " + path + " now");
    }
    Optional<BranchName> beside =
        live.stream().filter(other -> other.isAbove(name) || name.isAbove(other)).findFirst();
    if (beside.isPresent() && tree(path, name, foreign(name, live)).isDataset()) {
      throw new Conflict(
          "the files of the branch '"
              + name
              + "' of "
              + path
              + " cannot be told from those of branch '"
              + beside.get()
              + "', whose path is above or below; delete that branch first");
    }
    removeTree(path, name);
  }

  /** The directories below a branch's own that belong to others, named from there. */
  private static Set<String> foreign(BranchName name, List<BranchName> live) {
    return live.stream()
        .filter(name::isAbove)
        .map(other -> other.value().substring(name.value().length() + 1))
        .collect(Collectors.toSet());
  }

  /**
   * Leaves the trees of branches below; below another branch it cannot tell whose the files are.
   */
  private void removeTree(String path, BranchName name) {
    List<BranchName> live = refs(path).names();
    if (live.stream().anyMatch(other -> other.isAbove(name))) {
      LOG.warn("files of the branch '{}' of {} stay inside those of another", name, path);
      return;
    }
    BranchTree tree = tree(path, name, foreign(name, live));
    tree.removeOthers();
    datasets.forget(path, name, () -> asFarAsPossible(path, name, tree::removeReadByScans));
  }

  private BranchTree tree(String path, BranchName name, Set<String> foreign) {
    return new BranchTree(files, root + "/" + path + "/tree/" + name, foreign);
  }

  private BranchRefs refs(String path) {
    return new BranchRefs(files, root + "/" + path);
  }
}
