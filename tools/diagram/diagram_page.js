// diagram_page.js - the page of dtc diagram: one picture is seen; what has more in it opens by a click or by Enter.
{
  const sections = [...document.querySelectorAll('section')], way = document.querySelector('nav h1');
  const named = path => sections.find(s => s.dataset.path === path);
  const here = () => named(decodeURIComponent(location.hash.slice(1))) || sections[0];
  let scale = 1, entered = false;
  const size = () => {
    for (const svg of document.querySelectorAll('svg')) {
      const box = svg.viewBox.baseVal, room = document.querySelector('main').clientWidth;
      const fits = Math.min(1, Math.max(room / box.width, innerWidth < 800 ? 0.8 : 0.6));        // letters stay letters
      svg.style.width = box.width * fits * scale + 'px';
      svg.style.height = box.height * fits * scale + 'px';
    }
  };
  const show = () => {
    const now = here(), made = (tag, also) => Object.assign(document.createElement(tag), also);
    for (const s of sections) s.hidden = s !== now;
    way.textContent = now.dataset.name;
    for (let at = now; 'up' in at.dataset;) {
      at = named(at.dataset.up);
      way.prepend(made('a', { textContent: at.dataset.name, href: '#' + encodeURIComponent(at.dataset.path) }),
        made('span', { textContent: '\u203a' }));
    }
  };
  const open = e => {
    const part = e.target.closest('.opens');
    entered = part && e.type === 'keydown';
    if (part) location.hash = encodeURIComponent(part.dataset.opens);
    return part;
  };
  document.addEventListener('click', open);
  document.addEventListener('keydown', e => {
    if ((e.key === 'Enter' || e.key === ' ') && open(e)) e.preventDefault();
    const up = way.querySelectorAll('a');
    if (e.key === 'Escape' && up.length) up[up.length - 1].click();
  });
  for (const b of document.querySelectorAll('button'))
    b.addEventListener('click', () => { scale = b.value ? scale * b.value : 1; size(); });
  addEventListener('hashchange', () => {
    show();
    if (entered) (way.querySelector('a') ?? here().querySelector('.opens'))?.focus();
    entered = false;
  });
  addEventListener('resize', size);
  size();
  show();
}
