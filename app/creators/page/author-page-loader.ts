import { data, redirect } from 'react-router';
import type { PageContext } from '#app/page-context.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { creatorUnavailable } from '#base/pages/not-found.ts';
import type { PageUser } from '../creators.calls.ts';

function refusal(error: unknown): unknown {
  if (!isCallFailure(error)) return error;
  if (error.details?.isUnavailable === true) return data(creatorUnavailable, { status: 404 });
  return error.status === 404 || error.status === 400 ? data(null, { status: 404 }) : error;
}

/** Loads the creator of a page; 404 if unknown, a redirect to the canonical address if the case differs. */
export async function loadAuthor({ services, tag }: PageContext, userName: string, search: string): Promise<PageUser> {
  // Tagged before the call, so that a cached "not found" page is dropped when a user takes the name.
  tag(`creatorName:${userName.toLowerCase()}`);
  const user = await services.call('GET User/GetByName', { query: { userName } }, tag).catch((error: unknown) => {
    throw refusal(error);
  });
  if (user.userName !== userName) throw redirect(`/${user.userName}${search}`, 301);
  tag(`creator:${user.userId}`, `project:${user.projectId}`);
  return user;
}
