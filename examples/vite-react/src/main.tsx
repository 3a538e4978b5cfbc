import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import './larder.css'

const place = document.getElementById('app')
if (place === null) throw new Error('the page has no place for the application')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
