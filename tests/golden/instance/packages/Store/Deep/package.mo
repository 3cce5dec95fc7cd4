within Store;
package Deep
  model Bottom
    Real y = Constants.k + shared;
  end Bottom;
end Deep;
