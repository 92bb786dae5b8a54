import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { dayOrMoment } from '#base/calls/moment-wire.ts';
import { searchText } from '#base/calls/text-wire.ts';
import { statusInput } from './order-shapes.ts';

export const pickupPointId = z.int().positive().max(2_147_483_647);

const search = searchText().max(100).optional();

/** The filters of order lists. */
export const filters = {
  Status: statusInput.optional(),
  UserId: wireId.optional(),
  UserName: search,
  BrandUserName: search,
  Search: search,
  PickupPointId: pickupPointId.optional(),
  From: dayOrMoment.optional(),
  To: dayOrMoment.optional(),
};

export const byId = z.object({ orderId: wireId });
