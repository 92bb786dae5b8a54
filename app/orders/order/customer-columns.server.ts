/** The buyer of an order. */
export interface CustomerRow extends Record<string, unknown> {
  readonly userId: string;
  readonly userName: string;
  readonly givenName: string | null;
  readonly surName: string | null;
  readonly hideFullName: boolean;
  readonly phone: string;
}

/** The columns of a `CustomerRow`, for a statement that selects from `shop_order o` with `customerJoin`. */
export const customerColumns = `o.user_id as "userId", c.user_name as "userName", c.given_name as "givenName",
  c.sur_name as "surName", c.hide_full_name as "hideFullName", p.phone`;

export const customerJoin = `join creator c on c.user_id = o.user_id join person p on p.id = o.user_id`;
