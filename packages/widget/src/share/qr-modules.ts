import { encodeQR } from 'qr'

/** The dark modules of a QR code, row by row, with the margin of four that cameras need. */
export type QrModules = readonly (readonly boolean[])[]

/** Draws a QR code as the service does in files. */
export function qrModules(text: string): QrModules {
  return encodeQR(text, 'raw', { ecc: 'medium', border: 4 })
}
