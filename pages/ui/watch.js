// Streamlit calls this again when the theme changes. It reports a theme, or the size of the window,
// only if the figures have another one, so that opening a page costs no second run. A film of
// Plotly's that is paused rejects its promise without a reason, which is no error.
window.aelrFilms ??= window.addEventListener('unhandledrejection', (event) => {
    if (event.reason === undefined) event.preventDefault();
}) ?? true;
window.aelrRoom ??= window.addEventListener('resize', () => window.aelrLook()) ?? true;
export default function ({ data, parentElement, setTriggerValue }) {
    window.aelrLook = () => {
        const style = getComputedStyle(document.documentElement);
        const room = Number(style.getPropertyValue('--aelr-room')) || 1;
        if (room !== data.room) setTriggerValue('room', room);
    };
    const style = getComputedStyle(parentElement.querySelector('span'));
    const background = style.getPropertyValue('--st-background-color').trim();
    const [red, green, blue] = [1, 3, 5].map(at => parseInt(background.slice(at, at + 2), 16));
    const theme = red + green + blue < 3 * 128 ? 'dark' : 'light';
    if (theme !== data.theme) setTriggerValue('theme', theme);
    else window.aelrLook();
}
