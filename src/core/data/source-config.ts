/** The part of a configuration that says where samples come from. */
export interface SourceConfig {
  /** Files, folders or patterns; within the dataset or archive where one is named. */
  readonly path?: string | readonly string[] | undefined;
  /** `owner/name` */
  readonly huggingface?: string | undefined;
  readonly config?: string | undefined;
  readonly revision?: string | undefined;
  readonly url?: string | undefined;
  readonly sha256?: string | undefined;
  readonly split?: string | undefined;
  readonly media?: string | undefined;
}
