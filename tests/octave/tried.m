% Models in Octave: prints what fails, and "N passed, M failed".
1;
global passed failed
passed = 0; failed = 0;
function tried(what, good)
  global passed failed
  if good, passed++; else failed++; printf("FAILED %s\n", what); end
end
function refused(what, id, words, varargin)
  try
    dtc_model(varargin{:});
    tried(what, false);
  catch e
    tried([what ": " e.identifier " " e.message], strcmp(e.identifier, id) && !isempty(strfind(e.message, words)));
  end
end

shift = {'torque', 0, 150; 'low', [0 1 1.3], [1 1 0]; 'high', [0 1 1.3], [0 0 1]};
m = dtc_model('open', './two_speed.so');
dtc_model('start', m, shift);
rows = dtc_model('run', m, 2000, {'time', 'speed', 'sun.w', 'brake.mode'}, 1, shift);
sim = dlmread('sim.csv', ',', 1, 0);
tried('rows of dtc sim, bit by bit', isequal(rows(:, 2:4), sim(:, 2:4)) && max(abs(rows(:, 1) - sim(:, 1))) < 1e-12);
tried('it moves', rows(end, 2) > 3);

a = dtc_model('open', './two_speed.so');
dtc_model('set', a, 'car.m', 1500);
dtc_model('set', a, 'low', 1);
dtc_model('set', a, 'torque', 150);
dtc_model('start', a);
dtc_model('step', a, 500);
tried('time', dtc_model('get', a, 'time') == 0.5);
tried('a parameter', dtc_model('get', a, 'car.m') == 1500);
tried('slower with more mass', dtc_model('get', a, 'speed') > 0 && dtc_model('get', a, 'speed') < rows(501, 2));
state = dtc_model('save', a);
dtc_model('step', a, 100);
ahead = dtc_model('get', a, 'speed');
dtc_model('restore', a, state);
for k = 1:100
  dtc_model('step', a);
end
tried('a state, gone on from step by step', dtc_model('get', a, 'speed') == ahead && isa(state, 'uint8'));
dtc_model('restore', a, state);
dtc_model('tune', a, 'car.m', 900);
dtc_model('step', a, 100);
tried('tune acts', dtc_model('get', a, 'speed') > ahead);
refused('tune refuses', 'dtc:status', 'below its min = 0', 'tune', a, 'car.m', -1);
refused('a step that fails', 'dtc:status', 'low is above its max = 1', 'run', a, 10, {'speed'}, 1, {'low', 0, 3});
tenth = dtc_model('run', m, 100, {'time'}, 10);
tried('a row a tenth', numel(tenth) == 11);

b = dtc_model('open', './launch.so');
dtc_model('start', b);
dtc_model('step', b, 1000);
tried('another model', abs(dtc_model('get', b, 'load.w') - 75) < 0.1);
[name, unit, kind] = dtc_model('variables', b);
k = find(strcmp(name, 'load.J'));
tried('variables', numel(k) == 1 && strcmp(unit{k}, 'kg.m2') && kind(k) == 0);
refused('a state of another model', 'dtc:usage', 'save', 'restore', b, state);
refused('no such variable', 'dtc:name', 'load.x', 'get', b, 'load.x');
refused('a variable is no input', 'dtc:status', 'only parameters and inputs', 'set', b, 'load.w', 2);
refused('no such file', 'dtc:open', 'nothing.so', 'open', './nothing.so');
refused('no model', 'dtc:open', 'no model made by', 'open', 'libm.so.6');
refused('no name', 'dtc:usage', 'name is a text', 'get', b, 3);
refused('no inputs', 'dtc:usage', 'inputs are', 'start', m, 3);
refused('too few values', 'dtc:usage', 'as many values', 'start', m, {'low', [0 1], 1});
refused('nothing', 'dtc:usage', 'open');
refused('what is not there', 'dtc:usage', 'open', 'fly', b);
dtc_model('close', b);
refused('a closed model', 'dtc:usage', 'no model is open', 'get', b, 'load.w');
for k = 1:2000
  i = dtc_model('open', './launch.so');
  dtc_model('start', i);
  dtc_model('close', i);
end
tried('instances come and go', true);
printf("%d passed, %d failed\n", passed, failed);
