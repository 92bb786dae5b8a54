/** Whether PostgreSQL stores a text: it takes no NUL. */
export const isStorable = (text: string) => !text.includes('\0');
