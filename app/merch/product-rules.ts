/** Longest name of a product, in characters. */
export const longestProductName = 120;

/** Longest description of a product, in characters. */
export const longestDescription = 4_000;

/** Longest name of a category, in characters. */
export const longestCategoryName = 60;

/** The largest number of pictures of a product. */
export const mostProductImages = 12;

/** Highest price, in main units. */
export const highestPrice = 1_000_000_000;

/** The largest stock of a product. */
export const mostStock = 1_000_000;

/** The number of products on a page (docs/rules.md#page-sizes). */
export const productsPerPage = 9;

/** The number of similar products on a product page, and of products of each category unless more are asked for (docs/rules.md#page-sizes). */
export const similarProducts = 4;
