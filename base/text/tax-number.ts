/** TIN of a company, or PINFL of a person. */
export const taxNumberPattern = /^(?:\d{9}|\d{14})$/;

export const taxNumberFault = 'Нужно 9 цифр ИНН или 14 цифр ПИНФЛ';

/** Whether it is the number of a person, a PINFL. */
export const isPersonTaxNumber = (taxNumber: string): boolean => taxNumber.length === 14;

/** A tax number as others may see it: only its last four digits. */
export function maskedTaxNumber(taxNumber: string): string {
  return `•••• ${taxNumber.slice(-4)}`;
}
