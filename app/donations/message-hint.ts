/** The place in the line below the message where votes say what it chooses. */
export const messageHintId = 'message-hint';
