import { z } from 'zod';
import { statusInput } from './order-shapes.ts';

export const pickupPointId = z.int().positive().max(2_147_483_647);

/** A day (UTC) or a moment. */
const moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine((text) => /^(?:19|20|21)\d\d-/.test(text), { error: 'Укажите год от 1900 до 2199' });

const search = z.string().max(100).optional();

/** What lists of orders may be narrowed to. */
export const filters = {
  Status: statusInput.optional(),
  UserId: z.uuid().optional(),
  UserName: search,
  BrandUserName: search,
  Search: search,
  PickupPointId: pickupPointId.optional(),
  From: moment.optional(),
  To: moment.optional(),
};

export const byId = z.object({ orderId: z.uuid() });
