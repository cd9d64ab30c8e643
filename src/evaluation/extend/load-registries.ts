import type { NamedParts, Registries } from "../../config/config.ts";
import type { Family } from "../../core/family.ts";
import { findById, loadListed } from "../../core/registry.ts";
import { familyList } from "../../families/list.ts";
import { systemKinds } from "../../systems/index.ts";

/** Loads what a configuration can name: only what it names, as loading all takes longer than most work. */
export async function loadRegistries({
  families,
  systemKinds: kinds,
  use,
}: NamedParts = {}): Promise<Registries> {
  const [knownFamilies, knownKinds] = await Promise.all([
    loadListed(familyList, families),
    loadListed(systemKinds, kinds),
  ]);
  const registries = { families: knownFamilies, systemKinds: knownKinds };
  if (use === undefined) return registries;
  const { loadUsed } = await import("./load-used.ts");
  return loadUsed(use.paths, { directory: use.directory, registries });
}

/** The family that comes with the program under this id; any other id is the user's mistake. */
export async function loadFamily(id: string): Promise<Family> {
  const { families } = await loadRegistries({ families: [id], systemKinds: [] });
  return findById<string, Family>(families, id, "family");
}
