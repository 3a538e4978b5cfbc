type Words = {
  /** The title, where `{reward}` is "10% off for 12 months". */
  readonly gift: string
  readonly invitation: string
  /** The text, where `{name}` is the referrer. */
  readonly sentBy: string
  readonly sentByFriend: string
}

/** What the preview of a share link says where the merchant has no text of their own. */
export const previewWords = {
  en: {
    gift: 'A gift for you: {reward}',
    invitation: 'An invitation for you',
    sentBy: '{name} sent you this link. Open it to see the offer.',
    sentByFriend: 'A friend sent you this link. Open it to see the offer.',
  },
  de: {
    gift: 'Ein Geschenk für Sie: {reward}',
    invitation: 'Eine Einladung für Sie',
    sentBy: '{name} hat Ihnen diesen Link geschickt. Öffnen Sie ihn, um das Angebot zu sehen.',
    sentByFriend:
      'Diesen Link haben Sie von jemandem bekommen, der Sie einlädt. Öffnen Sie ihn, um das Angebot zu sehen.',
  },
  fr: {
    gift: 'Un cadeau pour vous : {reward}',
    invitation: 'Une invitation pour vous',
    sentBy: '{name} vous a envoyé ce lien. Ouvrez-le pour découvrir l’offre.',
    sentByFriend: 'Un proche vous a envoyé ce lien. Ouvrez-le pour découvrir l’offre.',
  },
  es: {
    gift: 'Un regalo para ti: {reward}',
    invitation: 'Una invitación para ti',
    sentBy: '{name} te ha enviado este enlace. Ábrelo para ver la oferta.',
    sentByFriend: 'Alguien que te conoce te ha enviado este enlace. Ábrelo para ver la oferta.',
  },
  it: {
    gift: 'Un regalo per te: {reward}',
    invitation: 'Un invito per te',
    sentBy: '{name} ti ha inviato questo link. Aprilo per vedere l’offerta.',
    sentByFriend: 'Una persona che conosci ti ha inviato questo link. Aprilo per vedere l’offerta.',
  },
  nl: {
    gift: 'Een cadeau voor jou: {reward}',
    invitation: 'Een uitnodiging voor jou',
    sentBy: '{name} heeft je deze link gestuurd. Open hem om het aanbod te zien.',
    sentByFriend: 'Een bekende heeft je deze link gestuurd. Open hem om het aanbod te zien.',
  },
  pt: {
    gift: 'Um presente para você: {reward}',
    invitation: 'Um convite para você',
    sentBy: '{name} enviou este link para você. Abra para ver a oferta.',
    sentByFriend: 'Alguém que você conhece enviou este link. Abra para ver a oferta.',
  },
  pl: {
    gift: 'Prezent dla Ciebie: {reward}',
    invitation: 'Zaproszenie dla Ciebie',
    sentBy: '{name} przesyła Ci ten link. Otwórz go, aby zobaczyć ofertę.',
    sentByFriend: 'Ktoś znajomy przesyła Ci ten link. Otwórz go, aby zobaczyć ofertę.',
  },
  ja: {
    gift: 'あなたへのプレゼント：{reward}',
    invitation: 'あなたへのご招待',
    sentBy: '{name}さんからリンクが届きました。開いて特典をご確認ください。',
    sentByFriend: 'お知り合いの方からリンクが届きました。開いて特典をご確認ください。',
  },
  ar: {
    gift: 'هدية لك: {reward}',
    invitation: 'دعوة لك',
    sentBy: 'وصلك هذا الرابط من {name}. افتحه للاطلاع على العرض.',
    sentByFriend: 'وصلك هذا الرابط من شخص تعرفه. افتحه للاطلاع على العرض.',
  },
} as const satisfies Readonly<Record<string, Words>>

export const previewLanguages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'] as const
