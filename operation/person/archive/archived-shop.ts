import sql from 'sql-template-tag';
import { type ArchivedFile, byId, day, field, money } from './archived-file.ts';

/** What the person sells and buys. */
export const archivedShop: Record<string, ArchivedFile> = {
  'merch/products.jsonl': {
    table: 'product',
    own: ({ userId }) => sql`t.user_id = ${userId} and t.deleted_at is null`,
    key: byId,
    holds: 'products that the creator sells',
    fields: {
      id: field('t.id', 'id of the product'),
      name: field('t.name', 'name'),
      price: money('t.price', 'price'),
      description: field('t.description', 'description'),
      category: field('(select c.name from category c where c.id = t.category_id)', 'category'),
      sizes: field('array(select s.name from product_size s where s.id = any (t.size_ids) order by s.place)', 'sizes'),
      colors: field(
        'array(select s.name from product_color s where s.id = any (t.color_ids) order by s.place)',
        'colours',
      ),
      sizeChart: field('t.size_chart', 'table of sizes'),
      stock: field('t.stock', 'pieces; null: not counted'),
      isActive: field('t.is_active', 'whether it is sold'),
      isForMembers: field('t.is_for_members', 'whether members alone order it'),
      createdAt: field('t.created_at', 'when it was made'),
    },
  },
  'merch/pictures.jsonl': {
    table: 'product_image',
    own: ({ userId }) =>
      sql`t.product_id = any (array(select p.id from product p where p.user_id = ${userId} and p.deleted_at is null))`,
    key: [
      { from: 't.product_id', type: 'uuid' },
      { from: 't.place', type: 'bigint' },
    ],
    holds: 'pictures of the products',
    fields: {
      productId: field('t.product_id', 'id in `merch/products.jsonl`'),
      place: field('t.place', 'place among its pictures'),
      picture: field('t.image', 'name of the file, in `pictures/` without its ending'),
    },
  },
  'orders/orders.jsonl': {
    table: 'shop_order',
    key: byId,
    holds: 'orders that the person placed, and the basket',
    fields: {
      id: field('t.id', 'id of the order'),
      number: field('t.number', 'number; null: the basket'),
      status: field(
        't.status',
        '0 basket, 1 waits for payment, 2 paid, 3 in work, 4 on its way, 5 at the pickup point, 6 completed, 7 cancelled, 8 refunded',
      ),
      placedAt: field('t.placed_at', 'when it was placed'),
      total: money('t.total', 'sum with delivery'),
      deliveryPrice: money('t.delivery_price', 'price of the delivery'),
      deliveryFrom: day('t.delivery_from', 'first promised day'),
      deliveryTo: day('t.delivery_to', 'last promised day'),
      donationId: field('t.donation_id', 'donation that it contains, id in `donations/given.jsonl`'),
      donationAmount: money('t.donation_amount', 'its sum'),
      promoCode: field('t.promo_code', 'promo code'),
      giftId: field('t.gift_id', 'gift that has paid for it; null: none'),
      recipientName: field('t.recipient_name', 'name of the recipient'),
      recipientPhone: field('t.recipient_phone', 'phone of the recipient'),
      address: field('t.address', 'address; null: it is picked up'),
      pickup: field('t.pickup', 'pickup point'),
      receipts: field(
        'array(select f.qr_url from payment p join payment_fiscal_receipt f on f.payment_id = p.id where p.reference = t.id order by f.registered_at)',
        'addresses of the fiscal receipts',
      ),
    },
  },
  'orders/lines.jsonl': {
    table: 'order_line',
    key: [{ from: 't.id', type: 'bigint' }],
    holds: 'things in the orders',
    fields: {
      orderId: field('t.order_id', 'id in `orders/orders.jsonl`'),
      productId: field('t.product_id', 'id of the product'),
      name: field('t.name', 'name as it was bought; null: in the basket'),
      size: field('t.size_name', 'size'),
      color: field('t.color_name', 'colour'),
      seller: field('t.seller_user_name', 'user name of the seller'),
      quantity: field('t.quantity', 'pieces'),
      price: money('t.price', 'price of one'),
      discount: money('t.discount', 'what was taken off the line'),
    },
  },
  'orders/steps.jsonl': {
    table: 'order_step',
    key: [{ from: 't.id', type: 'bigint' }],
    holds: 'the way of the orders',
    fields: {
      orderId: field('t.order_id', 'id in `orders/orders.jsonl`'),
      status: field('t.status', 'as in `orders/orders.jsonl`'),
      at: field('t.at', 'when'),
      reason: field('t.reason', 'why'),
    },
  },
  'orders/refunds.jsonl': {
    table: 'order_refund',
    key: byId,
    holds: 'money of the orders that went back in parts',
    fields: {
      orderId: field('t.order_id', 'id in `orders/orders.jsonl`'),
      amount: money('t.amount', 'sum'),
      reason: field('t.reason', 'why'),
      state: field('t.state', 'what became of it'),
      askedAt: field('t.created_at', 'when it was asked for'),
      decidedAt: field('t.decided_at', 'when it was made or refused'),
    },
  },
};
