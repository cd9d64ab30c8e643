import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";

const { write, scores, refusal, notes } = metricRunner();

describe("frames", () => {
  it("tells what does not fit the frames of a video", async () => {
    write(
      "unfit.csv",
      "video,frames,scores,truth\na,4,0.1 0.9 0.8,2-9\nb,2,1 2 3,1-1\nc,2,,\nd,2,1 2,1-2\n",
    );
    expect(await notes("frame-auc", "--table", "unfit.csv")).toEqual([
      "1 of 4 videos (c) have no scores: their frames come last",
      "1 of 4 videos (a) have fewer scores than frames need: the last holds to the end",
      "1 of 4 videos (b) have more scores than frames need: those past the end are not read",
      "1 of 4 videos (a) have true intervals past the last frame: cut there",
    ]);
    write("sixteen.csv", "video,frames,framesPerScore,scores,truth\na,40,16,1 2 3,2-9\n");
    expect(await notes("frame-auc", "--table", "sixteen.csv")).toEqual([]);
  });

  it("scores frames, and names what is wrong in a row", async () => {
    write(
      "frames.csv",
      "video,frames,scores,truth\na,4,0.1 0.9 0.8 0.2,2-3\nb,4,0.1 0.5 0.3 0.2,\n",
    );
    const result = await scores("frames", "--table", "frames.csv");
    expect(result["frame-auc"]).toMatchObject({ value: 1, n: 2 });
    expect(result["frame-map"]!.value).toBe(1);
    write(
      "frames-json.csv",
      'video,frames,scores,truth\na,4,"[0.1,0.9,0.8,0.2]","[[2, 3]]"\nb,4,0.1 0.5 0.3 0.2,[]\n',
    );
    expect(await scores("frames", "--table", "frames-json.csv")).toEqual(result);
    write("frames-bad.csv", "video,frames,scores,truth\na,4,0.1 0.9 0.8 0.2,3-2\n");
    expect(await refusal("frame-auc", "--table", "frames-bad.csv")).toContain(
      "frames-bad.csv:2: truth must be intervals of frames from 1 to 4",
    );
    write(
      "frames-twice.jsonl",
      '{"video":"a","frames":2,"scores":[1,2],"truth":[[1,1]]}\n{"video":"a","frames":2,"scores":[1,2],"truth":[]}\n',
    );
    expect(await refusal("frame-auc", "--table", "frames-twice.jsonl")).toContain(
      'frames-twice.jsonl:2: a has a row of type "" already',
    );
  });
});
