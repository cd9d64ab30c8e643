import { expect, it } from "vitest";
import type { MediaRef, Sample } from "../../core/data/sample.ts";
import { mediaPlace } from "./media-place.ts";
import { fillMediaTemplate } from "./media-template.ts";

const sample = {
  id: "q1",
  group: "g",
  domain: "factory",
  metadata: { vid: 7, camera: "c2", id: "not this" },
} as unknown as Sample;
const video: MediaRef = {
  kind: "video",
  names: ["factory/videos/v1", "v1"],
  path: "factory/videos/v1.mp4",
};

it.each([
  ["{domain}/{id}.mp4", "factory/v1.mp4"],
  ["{camera}/{metadata.vid}", "c2/7"],
  ["{group}/{ sample.id }.mkv", "g/q1.mkv"],
])("%s is filled with what the sample says", (template, path) => {
  expect(fillMediaTemplate(template, sample, video)).toEqual({ ok: true, value: path });
});

it.each(["{place}/{id}.mp4", "{metadata}/x", "{sample.toString}"])(
  "%s asks for what the sample does not say",
  (template) => {
    expect(fillMediaTemplate(template, sample, video)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('the sample "q1"'),
    });
  },
);

it.each([
  [undefined, { kind: "folder", folder: undefined }],
  ["none", { kind: "none" }],
  ["./none", { kind: "folder", folder: "./none" }],
  ["hub:{a,b}.zip", { kind: "folder", folder: undefined }],
  ["videos", { kind: "folder", folder: "videos" }],
  [
    "videos/{domain}/{id}.mp4",
    { kind: "template", folder: "videos/", template: "{domain}/{id}.mp4" },
  ],
  ["/data/v_{id}", { kind: "template", folder: "/data/", template: "v_{id}" }],
  ["{id}.mp4", { kind: "template", folder: "", template: "{id}.mp4" }],
  ["maps/vid.JSON", { kind: "map", folder: "maps", file: "maps/vid.JSON" }],
])("%s as data.media", (media, place) => {
  expect(mediaPlace(media)).toEqual(place);
});
