import type { Project } from '#app/creators/creators.server.ts';
import { isStaffCaller } from '#base/calls/admission.server.ts';
import type { Caller } from '#base/calls/call-context.server.ts';

export const isOwner = (caller: Caller | null, { userId }: Project) => caller?.userId === userId;

/** Whether posts of a creator may be seen: those of a blocked one are for the staff alone. */
export const isSeen = (caller: Caller | null, project: Project | null): project is Project =>
  project !== null && (project.isAvailable || isStaffCaller(caller));

interface AskedPost {
  readonly publishedAt: Date | null;
  /** Neither a draft nor removed. */
  readonly isPublic: boolean;
  readonly mayRead: boolean;
}

/** Whether somebody may see what a post of a creator holds. */
export function maySee(caller: Caller | null, project: Project | null, post: AskedPost): boolean {
  if (!isSeen(caller, project)) return false;
  if (isOwner(caller, project) || (isStaffCaller(caller) && post.publishedAt !== null)) return true;
  return post.isPublic && post.mayRead;
}
