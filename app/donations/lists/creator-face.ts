import { pictureUrl } from '#app/creators/picture-url.ts';
import { ikatColour, initialOf } from '#app/images/ikat-pattern.ts';

/** The avatar of a creator: the picture, or the initial on the creator's ikat colour. */
export function faceOf({
  userName,
  displayName,
  avatar,
}: {
  userName: string;
  displayName: string;
  avatar: string | null;
}) {
  const { ground, ink } = ikatColour(userName);
  return { picture: avatar === null ? null : pictureUrl(avatar, 128), initial: initialOf(displayName), ground, ink };
}
