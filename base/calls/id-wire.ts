import { z } from 'zod';

/** An id on the wire. Upper case is accepted and means the same id, as in PostgreSQL. */
export const wireId = z.uuid().toLowerCase();
