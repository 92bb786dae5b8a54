/** Class of elements that the analytics counter must not record; its name is the counter's. */
export const unrecorded = 'ym-hide-content';

/** Class of a field whose text is not recorded. */
export const unrecordedKeys = 'ym-disable-keys';
