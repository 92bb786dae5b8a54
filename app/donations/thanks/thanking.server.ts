import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { statement } from '#base/db/db.server.ts';
import type { donationReportsCalls } from '../donation-reports.calls.ts';

const thank = statement<{ thankedAt: Date }>(`
  update donation set thanked_at = coalesce(thanked_at, clock_timestamp())
  where id = $1 and project_id = $2 and number is not null and refunded_at is null
  returning coalesce(thanked_at, clock_timestamp()) as "thankedAt"`);

/** Handles `Donate/Thank`. */
export const thankHandler: Handlers<typeof donationReportsCalls>['thank'] = async ({ body: { payId } }, context) => {
  const project = await projectOfUser(context.db, callerOf(context).userId);
  if (project === null) throw failures.notFound.because();
  const [thanked] = await context.transaction((tx) => tx.run(thank, [payId, project.projectId]));
  if (thanked === undefined) throw failures.notFound.because();
  return { payId, thankedAt: thanked.thankedAt.toISOString() };
};
