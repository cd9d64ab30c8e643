/**
 * A mistake in what the user gave us. The command line prints message and hint without a stack and
 * exits with 2.
 */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}
