/** Texts on the page itself: title of the frame, the message when it does not load, and a button. */
type FrameWords = readonly [title: string, failed: string, close: string]

const words: Readonly<Record<string, FrameWords>> = {
  de: ['Freunde einladen', 'Das konnte nicht geladen werden.', 'Schließen'],
  fr: ['Inviter des amis', 'Le chargement a échoué.', 'Fermer'],
  es: ['Invitar a amigos', 'No se ha podido cargar.', 'Cerrar'],
  it: ['Invita gli amici', 'Non è stato possibile caricare.', 'Chiudi'],
  nl: ['Vrienden uitnodigen', 'Dit kon niet worden geladen.', 'Sluiten'],
  pt: ['Convidar amigos', 'Não foi possível carregar.', 'Fechar'],
  pl: ['Zaproś znajomych', 'Nie udało się tego wczytać.', 'Zamknij'],
  ja: ['友達を招待', '読み込めませんでした。', '閉じる'],
  ar: ['دعوة الأصدقاء', 'تعذّر التحميل.', 'إغلاق'],
}

/** The languages of the widget; English for any other. */
export function frameWords(locale: string): FrameWords {
  return words[locale.slice(0, 2).toLowerCase()] ?? ['Refer a friend', 'This could not be loaded.', 'Close']
}
