/**
 * Sets of targets that were published for retrieval, by name. `vigil`: those of the VIGIL-RAG
 * framework, whose Recall@K is the share of questions with any relevant clip in the first K
 * (`hit@k`); its times are for videos of 10 minutes and of an hour, to answer and to index them.
 */
export const retrievalTargets = {
  vigil: {
    "hit@5": "> 0.85",
    "hit@10": "> 0.95",
    "precision@10": "> 0.60",
    faithfulness: "> 0.90",
    "time-to-answer-p50[length=3 to 30 min]": "< 5",
    "time-to-answer-p95[length=3 to 30 min]": "< 10",
    "time-to-answer-p50[length=over 30 min]": "< 15",
    "time-to-answer-p95[length=over 30 min]": "< 30",
    "index-time-p50[length=3 to 30 min]": "< 180",
    "index-time-p95[length=3 to 30 min]": "< 300",
    "index-time-p50[length=over 30 min]": "< 1200",
    "index-time-p95[length=over 30 min]": "< 1800",
    "peak-vram-gb": "< 26",
    "storage-gb-per-video-hour": "<= 1.5",
  },
} as const;
