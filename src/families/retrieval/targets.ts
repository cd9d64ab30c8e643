/** Sets of targets that were published for retrieval, by name. `vigil`: those of the VIGIL-RAG framework; its times are for videos of 10 minutes and of an hour. */
export const retrievalTargets = {
  vigil: {
    "recall@5": "> 0.85",
    "recall@10": "> 0.95",
    "precision@10": "> 0.60",
    faithfulness: "> 0.90",
    "time-to-answer-p95[length=3 to 30 min]": "< 10",
    "time-to-answer-p95[length=over 30 min]": "< 30",
  },
} as const;
