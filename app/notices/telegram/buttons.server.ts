import { projectOfUser } from '#app/creators/creators.server.ts';
import type { Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import type { DonationActs } from '../donation-acts.server.ts';
import { noticeWords } from '../words/notice-words.server.ts';
import { type ButtonAction, buttonActions } from './button-data.server.ts';
import { lockPressed, notePress } from './press-store.server.ts';

interface Press {
  readonly chatId: number;
  readonly action: ButtonAction;
  readonly noticeId: string;
}

/** The answer to a press. `left`: the buttons that stay below the message; null: as they are. */
export interface PressAnswer {
  readonly text: string;
  readonly language: Locale;
  readonly left: readonly ButtonAction[] | null;
}

/**
 * Acts as the creator whose chat it is, with the checks of the cabinet: the chat is linked, its owner is not blocked, the donation is his.
 * Each button of a message acts once. What is not possible may be tried again.
 */
export async function press(tx: Tx, acts: DonationActs, asked: Press, fallback: Locale): Promise<PressAnswer> {
  const { chatId, action, noticeId } = asked;
  const notice = await lockPressed(tx, noticeId, chatId);
  if (notice === null) return { text: noticeWords[fallback].notYours, language: fallback, left: null };
  const { personId, language, subject: payId, pressed } = notice;
  const words = noticeWords[language];
  const left = (done: readonly ButtonAction[]) => buttonActions.filter((one) => !done.includes(one));
  if (pressed.includes(action)) return { text: words.pressedBefore, language, left: left(pressed) };
  const project = await projectOfUser(tx, personId);
  if (project === null || !project.isAvailable) return { text: words.notYours, language, left: null };
  const { projectId } = project;
  const isDone =
    action === 'thank'
      ? await acts.thank(tx, { projectId, payId })
      : await acts.controlAlert(tx, { projectId, payId, action });
  if (!isDone) return { text: words.notPossible, language, left: null };
  await notePress(tx, noticeId, action);
  const done = { replay: words.replayDone, skip: words.skipDone, thank: words.thankDone };
  return { text: done[action], language, left: left([...pressed, action]) };
}
