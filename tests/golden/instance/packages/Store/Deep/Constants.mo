within Store.Deep;
package Constants
  constant Real k = 10;
end Constants;
