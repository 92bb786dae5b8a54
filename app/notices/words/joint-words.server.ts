import type { JointNews } from '#app/joint/joint-notices.server.ts';
import type { Locale } from '#base/text/locales.ts';

/** What the words of a message are made of; `until` is the time at which the stream ends. */
interface Said extends Omit<JointNews, 'said' | 'endsAt'> {
  readonly until: string;
}

/** The words of one message. */
interface SaidWords {
  title(said: Said): string;
  line(said: Said): string;
}

type JointWords = Readonly<Record<JointNews['said'], SaidWords>>;

const russian: JointWords = {
  invited: {
    title: ({ about }) => `${about} зовёт вас на стрим вместе`,
    line: ({ title, percent }) => `«${title}». Ваша доля донатов: ${percent} %. Автор ждёт вашего ответа.`,
  },
  changed: {
    title: ({ title }) => `«${title}»: условия стрима изменились`,
    line: ({ about, percent }) => `Ваша доля донатов теперь ${percent} %. ${about} ждёт нового ответа.`,
  },
  agreed: {
    title: ({ title }) => `«${title}»: все согласились`,
    line: () => 'Стрим можно начинать.',
  },
  declined: {
    title: ({ about }) => `${about} не участвует в стриме вместе`,
    line: ({ title }) => `«${title}». Поменяйте состав и доли или отмените стрим.`,
  },
  started: {
    title: ({ title }) => `«${title}»: стрим вместе идёт`,
    line: ({ percent, until }) => `Донаты делятся до ${until}, ваша доля ${percent} %. Выйти можно в любой момент.`,
  },
  left: {
    title: ({ about }) => `${about} больше не делит донаты с вами`,
    line: ({ title, isOver }) =>
      isOver
        ? `«${title}» на этом закончился: каждый получает донаты своей страницы целиком.`
        : `«${title}» идёт дальше, доли остальных выросли.`,
  },
  ended: {
    title: ({ title, hasStarted }) =>
      hasStarted ? `«${title}»: стрим вместе закончен` : `«${title}»: стрим вместе отменён`,
    line: ({ hasStarted }) =>
      hasStarted ? 'Каждый снова получает донаты своей страницы целиком.' : 'Отвечать на приглашение больше не нужно.',
  },
  removed: {
    title: ({ title }) => `«${title}»: стрим вместе остановил модератор`,
    line: ({ reason }) => `Причина: ${reason}`,
  },
};

const uzbek: JointWords = {
  invited: {
    title: ({ about }) => `${about} sizni birgalikdagi strimga chaqiryapti`,
    line: ({ title, percent }) => `“${title}”. Donatlardagi ulushingiz: ${percent} %. Muallif javobingizni kutyapti.`,
  },
  changed: {
    title: ({ title }) => `“${title}”: strim shartlari oʻzgardi`,
    line: ({ about, percent }) => `Donatlardagi ulushingiz endi ${percent} %. ${about} yangi javobingizni kutyapti.`,
  },
  agreed: {
    title: ({ title }) => `“${title}”: hamma rozi boʻldi`,
    line: () => 'Strimni boshlash mumkin.',
  },
  declined: {
    title: ({ about }) => `${about} birgalikdagi strimda qatnashmaydi`,
    line: ({ title }) => `“${title}”. Ishtirokchilar va ulushlarni oʻzgartiring yoki strimni bekor qiling.`,
  },
  started: {
    title: ({ title }) => `“${title}”: birgalikdagi strim ketyapti`,
    line: ({ percent, until }) =>
      `Donatlar ${until} gacha boʻlinadi, ulushingiz ${percent} %. Istalgan payt chiqishingiz mumkin.`,
  },
  left: {
    title: ({ about }) => `${about} endi siz bilan donatlarni boʻlishmaydi`,
    line: ({ title, isOver }) =>
      isOver
        ? `“${title}” shu bilan tugadi: har kim oʻz sahifasidagi donatlarni toʻliq oladi.`
        : `“${title}” davom etyapti, qolganlarning ulushi oshdi.`,
  },
  ended: {
    title: ({ title, hasStarted }) =>
      hasStarted ? `“${title}”: birgalikdagi strim tugadi` : `“${title}”: birgalikdagi strim bekor qilindi`,
    line: ({ hasStarted }) =>
      hasStarted ? 'Har kim yana oʻz sahifasidagi donatlarni toʻliq oladi.' : 'Taklifga javob berish endi shart emas.',
  },
  removed: {
    title: ({ title }) => `“${title}”: birgalikdagi strimni moderator toʻxtatdi`,
    line: ({ reason }) => `Sababi: ${reason}`,
  },
};

const english: JointWords = {
  invited: {
    title: ({ about }) => `${about} invites you to stream together`,
    line: ({ title, percent }) =>
      `“${title}”. Your share of donations: ${percent}%. The creator waits for your answer.`,
  },
  changed: {
    title: ({ title }) => `“${title}”: the terms of the stream have changed`,
    line: ({ about, percent }) => `Your share of donations is now ${percent}%. ${about} waits for a new answer.`,
  },
  agreed: {
    title: ({ title }) => `“${title}”: everybody has agreed`,
    line: () => 'You can start the stream.',
  },
  declined: {
    title: ({ about }) => `${about} does not take part in the stream together`,
    line: ({ title }) => `“${title}”. Change the members and shares, or cancel the stream.`,
  },
  started: {
    title: ({ title }) => `“${title}”: the stream together is on`,
    line: ({ percent, until }) =>
      `Donations are shared until ${until}, your share is ${percent}%. You can leave at any moment.`,
  },
  left: {
    title: ({ about }) => `${about} does not share donations with you any more`,
    line: ({ title, isOver }) =>
      isOver
        ? `“${title}” is over with that: everybody gets all donations of their own page.`
        : `“${title}” goes on, the shares of the others have grown.`,
  },
  ended: {
    title: ({ title, hasStarted }) =>
      hasStarted ? `“${title}”: the stream together is over` : `“${title}”: the stream together is cancelled`,
    line: ({ hasStarted }) =>
      hasStarted
        ? 'Everybody gets all donations of their own page again.'
        : 'There is no need to answer the invitation any more.',
  },
  removed: {
    title: ({ title }) => `“${title}”: a moderator has stopped the stream together`,
    line: ({ reason }) => `Reason: ${reason}`,
  },
};

/** The words about streams together in messages, by language. */
export const jointWords: Readonly<Record<Locale, JointWords>> = { ru: russian, uz: uzbek, en: english };
