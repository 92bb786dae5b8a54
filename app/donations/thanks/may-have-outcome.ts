/** A donation as its thanks were loaded. */
interface LoadedDonation {
  readonly status: string;
  readonly choices: readonly unknown[];
  readonly clock: unknown;
}

/** Whether a donation may have decided or prolonged something: unpaid when it was loaded, it may have met a clock that was started since. */
export function mayHaveOutcome({ status, choices, clock }: LoadedDonation): boolean {
  return status !== 'Paid' || choices.length > 0 || clock !== null;
}
