import { expect, it } from "vitest";
import { SignedAddresses } from "./signed-addresses.ts";

it.each([
  [
    "https://b.s3.amazonaws.com/v.mp4?X-Amz-Date=1&X-Amz-Signature=s",
    "https://b.s3.amazonaws.com/v.mp4",
  ],
  [
    "https://storage.googleapis.com/b/v.mp4?X-Goog-Signature=s&a=1",
    "https://storage.googleapis.com/b/v.mp4?a=1",
  ],
  [
    "https://x.blob.core.windows.net/b/v.mp4?sv=1&se=2&sr=b&sig=s",
    "https://x.blob.core.windows.net/b/v.mp4",
  ],
  ["https://cdn/v.mp4?Policy=p&Key-Pair-Id=k&Signature=s", "https://cdn/v.mp4"],
  ["https://me:pw@h/v.mp4", "https://h/v.mp4"],
  ["https://h/v?token=t&id=3", "https://h/v?id=3"],
])("rows go on without what signs an address: %s", (whole, plain) => {
  const signed = new SignedAddresses();
  const row = { media: [{ path: whole, n: 1 }], group: whole, other: "text" };
  expect(signed.hide(row)).toEqual({ media: [{ path: plain, n: 1 }], group: plain, other: "text" });
  expect(signed.whole(plain)).toBe(whole);
});

it.each([
  "https://h/v.mp4?id=3",
  "https://h/v.mp4",
  "a?b@c",
  "is it https://h/?sig=1 or not?",
  "s3://b/v?sig=1",
])("everything else is the very same: %s", (text) => {
  const signed = new SignedAddresses();
  const row = { video: text, list: [1, 2], deep: { nothing: null } };
  expect(signed.hide(row)).toBe(row);
  expect(signed.whole(text)).toBe(text);
});
