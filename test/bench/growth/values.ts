/** Somebody from the middle of all creators, each time another one. */
export const commonCreator = (creators: number, at: number) =>
  Math.floor(creators / 2) + (at % Math.floor(creators / 4));

/** A product that is sold: active, not deleted, of a seller who is not blocked, most likely. */
export const soldProduct = (products: number, at: number) => Math.floor(products / 3) * 2 + at * 20 + 3;

/** A text that is nowhere, each time another one. */
export const nowhere = (at: number) => `щётка${at}`;

export const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A user name as the generator gives them. */
export const userNameOf = (n: number) => `${latin[n % latin.length]}_${n}`;

const latin = (
  'dilnoza aziz nigora timur kamila rustam lola bekzod madina sanjar anna igor sevara farrux yulia jasur guzal shahzod ' +
  'olga otabek feruza denis malika ulugbek elina'
).split(' ');
