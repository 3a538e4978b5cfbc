/** Why a share link leads nowhere. */
export type SharePage = 'unavailable' | 'not ready' | 'unknown'
type Words = Readonly<Record<SharePage, { readonly title: string; readonly text: string }>>

/** The languages of the widget. */
export const sharePageLanguages = ['en', 'de', 'fr', 'es'] as const

export const sharePageWords: Readonly<Record<(typeof sharePageLanguages)[number], Words>> = {
  en: {
    unavailable: {
      title: 'Please try again in a moment',
      text: 'We could not look up where this link leads. Reload the page in a few seconds.',
    },
    'not ready': {
      title: 'This link is not ready yet',
      text: 'The company behind it has not set up its page yet. Please try again later, or ask the person who sent it to you.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'It may be mistyped or no longer valid. Please ask the person who sent it to you for a new one.',
    },
  },
  de: {
    unavailable: {
      title: 'Bitte gleich noch einmal versuchen',
      text: 'Wir konnten das Ziel dieses Links nicht ermitteln. Laden Sie die Seite in ein paar Sekunden neu.',
    },
    'not ready': {
      title: 'Dieser Link ist noch nicht bereit',
      text: 'Das Unternehmen hat seine Seite noch nicht eingerichtet. Versuchen Sie es später noch einmal, oder fragen Sie die Person, die Ihnen den Link geschickt hat.',
    },
    unknown: {
      title: 'Dieser Link funktioniert nicht',
      text: 'Vielleicht ist er falsch geschrieben oder nicht mehr gültig. Bitten Sie die Person, die ihn Ihnen geschickt hat, um einen neuen.',
    },
  },
  fr: {
    unavailable: {
      title: 'Veuillez réessayer dans un instant',
      text: 'Nous n’avons pas pu trouver la destination de ce lien. Rechargez la page dans quelques secondes.',
    },
    'not ready': {
      title: 'Ce lien n’est pas encore prêt',
      text: 'L’entreprise n’a pas encore configuré sa page. Réessayez plus tard ou demandez à la personne qui vous l’a envoyé.',
    },
    unknown: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il est peut-être mal écrit ou n’est plus valable. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
  },
  es: {
    unavailable: {
      title: 'Inténtalo de nuevo en un momento',
      text: 'No hemos podido averiguar adónde lleva este enlace. Vuelve a cargar la página en unos segundos.',
    },
    'not ready': {
      title: 'Este enlace aún no está listo',
      text: 'La empresa todavía no ha configurado su página. Inténtalo más tarde o pregunta a la persona que te lo envió.',
    },
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Puede que esté mal escrito o que ya no sea válido. Pide uno nuevo a la persona que te lo envió.',
    },
  },
}
