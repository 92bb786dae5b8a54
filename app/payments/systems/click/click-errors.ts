/** What a call is answered with, in Click's numbers and words (https://docs.click.uz/en/click-api-error/). */
export const clickNotes = {
  success: [0, 'Success'],
  wrongSignature: [-1, 'SIGN CHECK FAILED!'],
  wrongAmount: [-2, 'Incorrect parameter amount'],
  unknownAction: [-3, 'Action not found'],
  alreadyPaid: [-4, 'Already paid'],
  unknownPayment: [-5, 'User does not exist'],
  unknownAttempt: [-6, 'Transaction does not exist'],
  broken: [-7, 'Failed to update user'],
  wrongRequest: [-8, 'Error in request from click'],
  cancelled: [-9, 'Transaction cancelled'],
} as const satisfies Readonly<Record<string, readonly [code: number, note: string]>>;

/** The outcome of a call of Click. */
export type ClickOutcome = keyof typeof clickNotes;
