import { z } from 'zod';

/** The id of a thing or a person. Whoever writes it in capitals means the same one: PostgreSQL thinks so too. */
export const wireId = z.uuid().toLowerCase();
