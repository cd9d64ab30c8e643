/** Encodes the video that its second argument describes into the file that its first one names. */
import { encodeHere, type TestVideo } from "./encode-video.ts";

const [path, video] = process.argv.slice(2) as [string, string];
encodeHere(path, JSON.parse(video) as TestVideo);
