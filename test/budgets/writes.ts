/**
 * Statements of the writes that people wait for, in the order in which the test makes them; however many lines an order has. One in each
 * transaction of somebody logged in holds the session, and is sent together with the next.
 */
export const writes: Readonly<Record<string, number>> = {
  'POST ProjectPay/Create': 8,
  'POST Payment/Callback, a donation': 11,
  'POST Widget/Health, a new page': 4,
  'POST Widget/Health': 2,
  'POST Widget/Next': 11,
  'POST Widget/Report, playing': 7,
  'POST Widget/Report, shown': 11,
  'POST Order/CreateOrder': 6,
  'PUT Order/Update': 10,
  'POST Order/CreateOrderPayment': 16,
  'POST Payment/Callback, an order': 8,
  'PUT Order/UserOders': 6,
  'POST Payout/Request': 5,
  'POST PersonalAccount/Update': 11,
  'POST Identity/Token': 8,
  'POST Identity/RefreshToken': 2,
};
