export const unsubscribeLanguages = ['en', 'de', 'fr', 'es'] as const
export type UnsubscribeLanguage = (typeof unsubscribeLanguages)[number]

type Text = { readonly title: string; readonly text: string }
type TextWithButton = Text & { readonly button: string }

type Words = {
  readonly [Name in
    | 'subscribed.asked'
    | 'subscribed.done'
    | 'unsubscribed.asked'
    | 'unsubscribed.done']: TextWithButton
} & { readonly unknown: Text }

/** Texts of the page behind an unsubscribe link: what holds, whether it was just changed, and what the button does. */
export const unsubscribeWords: Readonly<Record<UnsubscribeLanguage, Words>> = {
  en: {
    'subscribed.asked': {
      title: 'Unsubscribe?',
      text: 'You get e-mails from “{programName}”. Press the button to stop all of them.',
      button: 'Unsubscribe',
    },
    'subscribed.done': {
      title: 'You are subscribed again',
      text: 'You get e-mails from “{programName}” again.',
      button: 'Unsubscribe',
    },
    'unsubscribed.asked': {
      title: 'You are unsubscribed',
      text: 'You get no e-mails from “{programName}”. You can subscribe again at any time.',
      button: 'Subscribe again',
    },
    'unsubscribed.done': {
      title: 'You are unsubscribed',
      text: 'Done. You get no more e-mails from “{programName}”. Your rewards stay as they are.',
      button: 'Subscribe again',
    },
    unknown: {
      title: 'This link does not work',
      text: 'It may be incomplete. Open the link in the e-mail again, and copy all of it.',
    },
  },
  de: {
    'subscribed.asked': {
      title: 'E-Mails abbestellen?',
      text: 'Sie erhalten E-Mails von „{programName}“. Mit dem Knopf bestellen Sie alle ab.',
      button: 'Abbestellen',
    },
    'subscribed.done': {
      title: 'Sie erhalten wieder E-Mails',
      text: 'Sie erhalten wieder E-Mails von „{programName}“.',
      button: 'Abbestellen',
    },
    'unsubscribed.asked': {
      title: 'E-Mails sind abbestellt',
      text: 'Sie erhalten keine E-Mails von „{programName}“. Sie können sie jederzeit wieder bestellen.',
      button: 'Wieder bestellen',
    },
    'unsubscribed.done': {
      title: 'E-Mails sind abbestellt',
      text: 'Erledigt. Sie erhalten keine E-Mails von „{programName}“ mehr. Ihre Prämien bleiben Ihnen.',
      button: 'Wieder bestellen',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht ist er unvollständig. Öffnen Sie den Link in der E-Mail noch einmal.',
    },
  },
  fr: {
    'subscribed.asked': {
      title: 'Se désabonner ?',
      text: 'Vous recevez des e-mails de « {programName} ». Appuyez sur le bouton pour ne plus en recevoir.',
      button: 'Se désabonner',
    },
    'subscribed.done': {
      title: 'Vous êtes de nouveau abonné',
      text: 'Vous recevez de nouveau des e-mails de « {programName} ».',
      button: 'Se désabonner',
    },
    'unsubscribed.asked': {
      title: 'Vous êtes désabonné',
      text: 'Vous ne recevez pas d’e-mails de « {programName} ». Vous pouvez vous réabonner à tout moment.',
      button: 'Se réabonner',
    },
    'unsubscribed.done': {
      title: 'Vous êtes désabonné',
      text: 'C’est fait. Vous ne recevrez plus d’e-mails de « {programName} ». Vos récompenses restent à vous.',
      button: 'Se réabonner',
    },
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être incomplet. Ouvrez de nouveau le lien de l’e-mail.',
    },
  },
  es: {
    'subscribed.asked': {
      title: '¿Dejar de recibir correos?',
      text: 'Recibes correos de «{programName}». Pulsa el botón para no recibir más.',
      button: 'Darme de baja',
    },
    'subscribed.done': {
      title: 'Vuelves a recibir correos',
      text: 'Vuelves a recibir correos de «{programName}».',
      button: 'Darme de baja',
    },
    'unsubscribed.asked': {
      title: 'No recibes correos',
      text: 'No recibes correos de «{programName}». Puedes volver a suscribirte cuando quieras.',
      button: 'Volver a suscribirme',
    },
    'unsubscribed.done': {
      title: 'No recibes correos',
      text: 'Hecho. No recibirás más correos de «{programName}». Tus recompensas siguen siendo tuyas.',
      button: 'Volver a suscribirme',
    },
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Puede que esté incompleto. Abre otra vez el enlace del correo.',
    },
  },
}
