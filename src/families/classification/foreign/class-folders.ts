import type { FolderFormat, FolderPiece } from "../../../core/data/format.ts";
import { mediaKind } from "../../../core/data/media-endings.ts";
import { failure, success } from "../../../core/result.ts";
import type { LabelSample } from "../schema.ts";
import { inWords, labelledVideos } from "./labelled-videos.ts";

const splits: ReadonlySet<string> = new Set(["train", "val", "valid", "validation", "test"]);

/**
 * Videos in folders that are called as their class is: `<class>/<video>`, also below folders of
 * splits (`train`, `val`, `test`).
 */
export const classFoldersFormat: FolderFormat<LabelSample> = {
  id: "class-folders",
  summary: "A folder with a folder of videos for each class, also below train, val and test",
  media: "the videos of the folder themselves",
  reads: "folder",
  async *read(folder): AsyncGenerator<FolderPiece<LabelSample>> {
    const found = (await folder.list()).flatMap((path) => {
      const kind = mediaKind(path);
      const parts = path.split("/");
      const split = splits.has(parts[0]!) ? parts[0] : undefined;
      const label = parts[split === undefined ? 0 : 1];
      const isBelow = parts.length > (split === undefined ? 1 : 2);
      return kind && label && isBelow ? [{ name: path, label, split, media: { kind, path } }] : [];
    });
    yield {
      where: ".",
      read:
        found.length === 0
          ? failure("holds no video in a folder that is called as its class")
          : success(labelledVideos(found, { task: "classes", describe: inWords })),
    };
  },
};
