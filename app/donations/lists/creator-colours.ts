import { pictureUrl } from '#app/creators/picture-url.ts';
import { ikatColour, initialOf } from '#app/images/ikat-pattern.ts';

/** The pictures of a creator: avatar, or the initial on his ikat colour; cover, or null: his ikat. */
export function faceOf({
  userName,
  displayName,
  avatar,
  banner,
}: {
  userName: string;
  displayName: string;
  avatar: string | null;
  banner: string | null;
}) {
  const { ground, ink } = ikatColour(userName);
  return {
    picture: avatar === null ? null : pictureUrl(avatar, 128),
    cover: banner === null ? null : pictureUrl(banner, 1024),
    initial: initialOf(displayName),
    ground,
    ink,
  };
}
