import type { Locale } from '#base/text/locales.ts';

/** The words of a chat about codes that come there, in one language. */
interface PhoneWords {
  /** Below what the bot says of itself. */
  readonly hint: string;
  readonly ask: string;
  /** The button that sends the phone of the account in Telegram. */
  readonly send: string;
  readonly confirmed: string;
  readonly notOwn: string;
  /** `form`: of the phones that the site takes. */
  notHere(form: string): string;
  readonly linkFirst: string;
  /** The chat is linked, and its owner has not asked for codes there. */
  readonly askFirst: string;
  /** Once a chat is linked. */
  readonly hintLinked: string;
  readonly bySmsOnly: string;
  readonly ended: string;
}

/** The words by language. */
export const phoneWords: Readonly<Record<Locale, PhoneWords>> = {
  ru: {
    hint: 'Чтобы коды входа приходили сюда, а не по SMS, отправьте /phone.',
    ask: 'Нажмите кнопку ниже и отправьте свой номер: коды входа на сайт для него будут приходить в этот чат, а не по SMS.',
    send: 'Отправить мой номер',
    confirmed:
      'Готово! Коды для этого номера приходят сюда. Если запросить код ещё раз, он придёт по SMS. Никому не сообщайте коды. Через 180 дней номер нужно подтвердить снова. Отключить: /stop.',
    notOwn: 'Подойдёт только ваш собственный номер. Отправьте его кнопкой ниже.',
    notHere: (form) => `Этот номер не подходит: на сайте входят с номерами вида ${form}.`,
    linkFirst:
      'У этого номера уже есть аккаунт. Сначала привяжите этот чат: на сайте откройте профиль, раздел «Уведомления», нажмите «Привязать чат», потом снова отправьте /phone.',
    askFirst:
      'Сначала разрешите это на сайте: в браузере откройте профиль, раздел «Уведомления», нажмите «Получать коды в Telegram», потом снова отправьте свой номер: /phone.',
    hintLinked: 'Коды входа тоже могут приходить сюда: включите это на сайте, в разделе «Уведомления» профиля.',
    bySmsOnly: 'Коды для этого номера приходят только по SMS.',
    ended: 'Коды входа в этот чат больше не приходят.',
  },
  uz: {
    hint: 'Kirish kodlari SMS oʻrniga shu yerga kelishi uchun /phone yuboring.',
    ask: 'Quyidagi tugmani bosib, raqamingizni yuboring: saytga kirish kodlari SMS oʻrniga shu chatga keladi.',
    send: 'Raqamimni yuborish',
    confirmed:
      'Tayyor! Bu raqamning kodlari shu yerga keladi. Kodni yana soʻrasangiz, u SMS orqali keladi. Kodlarni hech kimga aytmang. 180 kundan keyin raqamni qayta tasdiqlash kerak. Oʻchirish: /stop.',
    notOwn: 'Faqat oʻzingizning raqamingiz mos keladi. Uni quyidagi tugma bilan yuboring.',
    notHere: (form) => `Bu raqam mos kelmaydi: saytga ${form} koʻrinishidagi raqamlar bilan kiriladi.`,
    linkFirst:
      'Bu raqamning hisobi bor. Avval shu chatni bogʻlang: saytda profilingizning “Xabarlar” boʻlimini oching, “Chatni bogʻlash” tugmasini bosing, soʻng yana /phone yuboring.',
    askFirst:
      'Avval buni saytda ruxsat eting: brauzerda profilingizning “Xabarlar” boʻlimini oching, “Kodlarni Telegramda olish” tugmasini bosing, soʻng raqamingizni yana yuboring: /phone.',
    hintLinked:
      'Kirish kodlari ham shu yerga kelishi mumkin: buni saytda, profilingizning “Xabarlar” boʻlimida yoqing.',
    bySmsOnly: 'Bu raqamning kodlari faqat SMS orqali keladi.',
    ended: 'Kirish kodlari bu chatga endi kelmaydi.',
  },
  en: {
    hint: 'To get login codes here instead of by SMS, send /phone.',
    ask: 'Press the button below and send your phone number: its login codes for the site will come to this chat instead of by SMS.',
    send: 'Send my number',
    confirmed:
      'Done! Codes for this number come here. If you ask for a code again, it comes by SMS. Do not share codes with anyone. After 180 days the number has to be confirmed again. To turn this off: /stop.',
    notOwn: 'Only your own number will do. Send it with the button below.',
    notHere: (form) => `This number will not do: people log in to the site with numbers like ${form}.`,
    linkFirst:
      'This number has an account. Link this chat first: open “Notices” in your profile on the site, press “Link a chat”, then send /phone again.',
    askFirst:
      'First allow this on the site: in a browser open “Notices” in your profile, press “Get codes in Telegram”, then send your number again: /phone.',
    hintLinked: 'Login codes can come here too: turn that on under “Notices” in your profile on the site.',
    bySmsOnly: 'Codes for this number come by SMS only.',
    ended: 'Login codes no longer come to this chat.',
  },
};
