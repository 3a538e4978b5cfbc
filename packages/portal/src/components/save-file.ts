/** Lets the browser save a text as a file: `saveFile('data.json', 'application/json', text)`. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  download(url, name)
  URL.revokeObjectURL(url)
}

/** Lets the browser download a file. Without a name it has that of its response. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
