import { data, redirect } from 'react-router';
import { creatorUnavailable } from '#app/document/missing.ts';
import { isCallFailure } from '#base/errors.ts';
import type { PageContext } from '#base/page-context.ts';
import type { User } from './creators.calls.ts';

function refusal(error: unknown): unknown {
  if (!isCallFailure(error)) return error;
  if (error.details?.isUnavailable === true) return data(creatorUnavailable, { status: 404 });
  return error.status === 404 || error.status === 400 ? data(null, { status: 404 }) : error;
}

/** The creator whose page is asked for; 404 where there is none, the canonical address where the case is another. */
export async function loadAuthor({ services, tag }: PageContext, userName: string, search: string): Promise<User> {
  // Said before asking, so that a page that was not to be found is dropped when somebody takes the name.
  tag(`creatorName:${userName.toLowerCase()}`);
  const user = await services.call('GET User/GetByName', { query: { userName } }, tag).catch((error: unknown) => {
    throw refusal(error);
  });
  if (user.userName !== userName) throw redirect(`/${user.userName}${search}`, 301);
  tag(`creator:${user.userId}`, `project:${user.projectId}`);
  return user;
}
