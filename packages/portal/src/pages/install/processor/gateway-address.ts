/** The address of a local gateway from the typed text, such as the whole address of one of its pages. */
export function gatewayAddress(text: string): string {
  const typed = text.trim()
  const withScheme = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`
  return typed !== '' && URL.canParse(withScheme) ? new URL(withScheme).origin : typed
}
