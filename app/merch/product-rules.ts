/** Longest name of a product, in characters. */
export const longestProductName = 120;

/** Longest description of a product, in characters. */
export const longestDescription = 4_000;

/** Longest name of a category, in characters. */
export const longestCategoryName = 60;

/** Most pictures of one product. */
export const mostProductImages = 12;

/** Highest price, in main units. */
export const highestPrice = 1_000_000_000;

/** Most pieces of one product that can be in stock. */
export const mostStock = 1_000_000;

/** Products a page (specification, point 9). */
export const productsPerPage = 9;

/** Products beside one that is looked at, and of each category on the home page (specification, point 9). */
export const similarProducts = 4;
